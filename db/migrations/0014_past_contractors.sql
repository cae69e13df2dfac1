CREATE TABLE "past_contractors" (
	"contractor_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	CONSTRAINT "past_contractors_contractor_id_job_id_pk" PRIMARY KEY("contractor_id","job_id")
);
--> statement-breakpoint
CREATE INDEX "past_contractors_job_index" ON "past_contractors" USING btree ("job_id");
--> statement-breakpoint
INSERT INTO "settings" ("name", "done") SELECT 'past_contractors_missing', true WHERE EXISTS (SELECT FROM "jobs");
--> statement-breakpoint
-- Whether this contractor visited the job or quoted for it, and does not have it.
CREATE FUNCTION note_past_contractor(contractor uuid, job uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM jobs j WHERE j.id = job AND j.contractor_id IS DISTINCT FROM contractor)
    AND (EXISTS (SELECT FROM job_visits v WHERE v.job_id = job AND v.contractor_id = contractor AND v.outcome = 'done')
      OR EXISTS (SELECT FROM quotes q WHERE q.job_id = job AND q.contractor_id = contractor))
  THEN INSERT INTO past_contractors VALUES (contractor, job) ON CONFLICT DO NOTHING;
  ELSE DELETE FROM past_contractors p WHERE p.contractor_id = contractor AND p.job_id = job;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_contractors_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.contractor_id IS NOT NULL THEN PERFORM note_past_contractor(OLD.contractor_id, OLD.id); END IF;
  IF NEW.contractor_id IS NOT NULL THEN PERFORM note_past_contractor(NEW.contractor_id, NEW.id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Of a visit and of a quote alike.
CREATE FUNCTION note_contractors_of_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.contractor_id IS NOT NULL THEN
    PERFORM note_past_contractor(OLD.contractor_id, OLD.job_id);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.contractor_id IS NOT NULL THEN
    PERFORM note_past_contractor(NEW.contractor_id, NEW.job_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER past_contractors_of_quote AFTER INSERT OR DELETE OR UPDATE OF contractor_id, job_id ON quotes
  FOR EACH ROW EXECUTE FUNCTION note_contractors_of_part();
--> statement-breakpoint
CREATE TRIGGER past_contractors_of_visit AFTER INSERT OR DELETE OR UPDATE OF contractor_id, job_id, outcome ON job_visits
  FOR EACH ROW EXECUTE FUNCTION note_contractors_of_part();
--> statement-breakpoint
-- The jobs last, as each table is locked until the end.
ALTER TABLE "past_contractors" ADD CONSTRAINT "past_contractors_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER past_contractors_of_job AFTER UPDATE OF contractor_id ON jobs
  FOR EACH ROW WHEN (OLD.contractor_id IS DISTINCT FROM NEW.contractor_id) EXECUTE FUNCTION note_contractors_of_job();
