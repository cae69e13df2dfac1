ALTER TYPE "public"."email_type" ADD VALUE 'jobs_chased' BEFORE 'account_invitation';--> statement-breakpoint
CREATE TABLE "message_threads" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"estate_agent_id" uuid,
	"contractor_id" uuid,
	"last_id" bigint NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_role" "role" NOT NULL,
	"shared_id" bigint,
	"shared_at" timestamp (3) with time zone,
	"shared_role" "role"
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "chased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_marks" ADD COLUMN "newest_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message_marks" ADD COLUMN "newest_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_estate_agent_id_users_id_fk" FOREIGN KEY ("estate_agent_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_contractor_id_users_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_threads_last_index" ON "message_threads" USING btree ("last_at","job_id");--> statement-breakpoint
CREATE INDEX "message_threads_role_index" ON "message_threads" USING btree ("last_role","last_at","job_id");--> statement-breakpoint
CREATE INDEX "message_threads_agent_index" ON "message_threads" USING btree ("estate_agent_id","shared_at","job_id");--> statement-breakpoint
CREATE INDEX "message_threads_contractor_index" ON "message_threads" USING btree ("contractor_id","shared_at","job_id");--> statement-breakpoint
-- Triggers, as an earlier version that runs beside this one writes messages too. Whoever writes about a job has locked it.
CREATE FUNCTION note_message_thread(job uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO message_threads (job_id, estate_agent_id, contractor_id, last_id, last_at, last_role,
      shared_id, shared_at, shared_role)
    SELECT j.id, CASE WHEN j.hidden_from_estate_agent = 'no' THEN j.estate_agent_id END, j.contractor_id,
      newest.id, newest.created_at, newest.author_role, shared.id, shared.created_at, shared.author_role
    FROM jobs j
    CROSS JOIN LATERAL (SELECT m.id, m.created_at, m.author_role FROM messages m
      WHERE m.job_id = j.id ORDER BY m.id DESC LIMIT 1) newest
    LEFT JOIN LATERAL (SELECT m.id, m.created_at, m.author_role FROM messages m
      WHERE m.job_id = j.id AND NOT m.admins_only ORDER BY m.id DESC LIMIT 1) shared ON true
    WHERE j.id = job
    ON CONFLICT (job_id) DO UPDATE SET estate_agent_id = excluded.estate_agent_id,
      contractor_id = excluded.contractor_id, last_id = excluded.last_id, last_at = excluded.last_at,
      last_role = excluded.last_role, shared_id = excluded.shared_id, shared_at = excluded.shared_at,
      shared_role = excluded.shared_role
$$;
--> statement-breakpoint
-- All that was written before is new to whoever gets a job, and no e-mail tells of it.
CREATE FUNCTION mark_messages_new(job uuid, reader uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO message_marks (id, job_id, user_id, told_up_to)
    SELECT gen_random_uuid(), t.job_id, u.id, t.last_id FROM message_threads t, users u
    WHERE t.job_id = job AND u.id = reader
    ON CONFLICT (job_id, user_id) DO UPDATE SET user_id = excluded.user_id
$$;
--> statement-breakpoint
CREATE FUNCTION note_newest_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Who has just read it all has no mark yet.
  IF TG_OP = 'INSERT' AND NEW.read_up_to > NEW.told_up_to THEN RETURN NEW; END IF;
  SELECT m.id, m.created_at INTO NEW.newest_id, NEW.newest_at FROM messages m
    WHERE m.job_id = NEW.job_id AND m.author_id IS DISTINCT FROM NEW.user_id
      AND (NOT m.admins_only OR (SELECT u.role = 'admin' FROM users u WHERE u.id = NEW.user_id))
    ORDER BY m.id DESC LIMIT 1;
  NEW.newest_id := coalesce(NEW.newest_id, 0);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION message_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_message_thread(NEW.job_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION message_readers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM messages m WHERE m.job_id = NEW.id) THEN RETURN NULL; END IF;
  PERFORM note_message_thread(NEW.id);
  IF NEW.contractor_id IS DISTINCT FROM OLD.contractor_id THEN
    PERFORM mark_messages_new(NEW.id, NEW.contractor_id);
  END IF;
  IF NEW.estate_agent_id IS DISTINCT FROM OLD.estate_agent_id THEN
    PERFORM mark_messages_new(NEW.id, NEW.estate_agent_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER message_marks_newest BEFORE INSERT OR UPDATE OF user_id ON message_marks FOR EACH ROW
  EXECUTE FUNCTION note_newest_message();
--> statement-breakpoint
CREATE TRIGGER message_written AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION message_written();
--> statement-breakpoint
CREATE TRIGGER message_readers AFTER UPDATE OF contractor_id, estate_agent_id, hidden_from_estate_agent ON jobs
  FOR EACH ROW WHEN (OLD.contractor_id IS DISTINCT FROM NEW.contractor_id
    OR OLD.estate_agent_id IS DISTINCT FROM NEW.estate_agent_id
    OR OLD.hidden_from_estate_agent IS DISTINCT FROM NEW.hidden_from_estate_agent)
  EXECUTE FUNCTION message_readers_changed();
