CREATE TABLE "first_visit_tallies" (
	"contractor_id" uuid NOT NULL,
	"trade" text NOT NULL,
	"district" text NOT NULL,
	"visits" integer NOT NULL,
	"late" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "first_visit_tallies_index" ON "first_visit_tallies" USING btree ("trade","district","contractor_id");
--> statement-breakpoint
-- One change in ten sums up its own kind: ten rows or so of each stay, and rows that another has in hand are passed over.
CREATE FUNCTION tally_first_visit(job jobs, change integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE place text := split_part(job.postcode, ' ', 1);
BEGIN
  IF job.first_visit_by IS NULL OR job.first_visit_at IS NULL OR job.visit_by IS NULL OR job.contractor_type IS NULL
    OR coalesce(place, '') = '' THEN RETURN; END IF;
  INSERT INTO first_visit_tallies VALUES (job.first_visit_by, job.contractor_type, place, change,
    CASE WHEN job.first_visit_at > job.visit_by THEN change ELSE 0 END);
  IF random() < 0.1 THEN
    WITH taken AS (SELECT t.ctid FROM first_visit_tallies t WHERE t.trade = job.contractor_type AND t.district = place
        AND t.contractor_id = job.first_visit_by FOR UPDATE SKIP LOCKED),
      gone AS (DELETE FROM first_visit_tallies t USING taken WHERE t.ctid = taken.ctid RETURNING t.*)
    INSERT INTO first_visit_tallies
    SELECT job.first_visit_by, job.contractor_type, place, sum(g.visits), sum(g.late) FROM gone g
    HAVING sum(g.visits) <> 0 OR sum(g.late) <> 0;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_first_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM tally_first_visit(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tally_first_visit(NEW, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "away_until" date;
--> statement-breakpoint
-- The jobs last, as each table is locked until the end.
ALTER TABLE "jobs" ADD COLUMN "first_visit_by" uuid;
--> statement-breakpoint
CREATE TRIGGER first_visit_made AFTER INSERT ON jobs FOR EACH ROW
  WHEN (NEW.first_visit_by IS NOT NULL) EXECUTE FUNCTION note_first_visit();
--> statement-breakpoint
CREATE TRIGGER first_visit_gone AFTER DELETE ON jobs FOR EACH ROW
  WHEN (OLD.first_visit_by IS NOT NULL) EXECUTE FUNCTION note_first_visit();
--> statement-breakpoint
CREATE TRIGGER first_visit_changed AFTER UPDATE OF first_visit_by, first_visit_at, visit_by, contractor_type, postcode ON jobs
  FOR EACH ROW WHEN ((OLD.first_visit_by, OLD.first_visit_at, OLD.visit_by, OLD.contractor_type, OLD.postcode)
    IS DISTINCT FROM (NEW.first_visit_by, NEW.first_visit_at, NEW.visit_by, NEW.contractor_type, NEW.postcode))
  EXECUTE FUNCTION note_first_visit();
