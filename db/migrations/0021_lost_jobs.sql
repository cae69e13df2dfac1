CREATE TABLE "lost_jobs" (
	"user_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"event_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	CONSTRAINT "lost_jobs_user_id_job_id_pk" PRIMARY KEY("user_id","job_id")
);
--> statement-breakpoint
CREATE INDEX "lost_jobs_job_index" ON "lost_jobs" USING btree ("job_id");
--> statement-breakpoint
-- A visit counts whatever its outcome: jobs of before are looked through again.
CREATE OR REPLACE FUNCTION note_past_contractor(contractor uuid, job uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM jobs j WHERE j.id = job AND j.contractor_id IS DISTINCT FROM contractor)
    AND (EXISTS (SELECT FROM job_visits v WHERE v.job_id = job AND v.contractor_id = contractor)
      OR EXISTS (SELECT FROM quotes q WHERE q.job_id = job AND q.contractor_id = contractor))
  THEN INSERT INTO past_contractors VALUES (contractor, job) ON CONFLICT DO NOTHING;
  ELSE DELETE FROM past_contractors p WHERE p.contractor_id = contractor AND p.job_id = job;
  END IF;
END $$;
--> statement-breakpoint
INSERT INTO "settings" ("name", "done") SELECT 'past_contractors_missing', true WHERE EXISTS (SELECT FROM "jobs")
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION note_lost_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lost_jobs (user_id, job_id, event_id, message_id)
    SELECT lost.id, OLD.id,
      coalesce((SELECT max(e.id) FROM job_events e WHERE e.job_id = OLD.id), 0),
      coalesce((SELECT max(m.id) FROM messages m WHERE m.job_id = OLD.id), 0)
    FROM (SELECT OLD.contractor_id AS id WHERE OLD.contractor_id IS DISTINCT FROM NEW.contractor_id
      UNION SELECT OLD.estate_agent_id WHERE OLD.estate_agent_id IS DISTINCT FROM NEW.estate_agent_id) lost
    -- Not of an account that is being removed.
    JOIN users u ON u.id = lost.id
    ON CONFLICT (user_id, job_id) DO UPDATE SET event_id = excluded.event_id, message_id = excluded.message_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The jobs last, as each table is locked until the end.
ALTER TABLE "lost_jobs" ADD CONSTRAINT "lost_jobs_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER lost_job AFTER UPDATE OF contractor_id, estate_agent_id ON jobs FOR EACH ROW
  WHEN (OLD.contractor_id IS DISTINCT FROM NEW.contractor_id OR OLD.estate_agent_id IS DISTINCT FROM NEW.estate_agent_id)
  EXECUTE FUNCTION note_lost_job();
