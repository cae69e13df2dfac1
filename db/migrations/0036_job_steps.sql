ALTER TABLE "jobs" ADD COLUMN "first_assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "closed_at" timestamp (3) with time zone;
--> statement-breakpoint
-- By the database, so that the version before, which may run beside this one, is followed as well.
CREATE FUNCTION note_job_steps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE closed CONSTANT job_status[] := '{completed,invoiced,cancelled}';
BEGIN
  IF NEW.status = 'assigned' AND NEW.first_assigned_at IS NULL THEN NEW.first_assigned_at := now(); END IF;
  IF NOT NEW.status = ANY (closed) THEN NEW.closed_at := NULL;
  ELSIF TG_OP = 'INSERT' THEN NEW.closed_at := coalesce(NEW.closed_at, NEW.updated_at);
  ELSIF NOT OLD.status = ANY (closed) THEN NEW.closed_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_steps BEFORE INSERT OR UPDATE OF status ON jobs FOR EACH ROW EXECUTE FUNCTION note_job_steps();
