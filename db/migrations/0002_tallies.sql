CREATE TABLE "tallies" (
	"of" text NOT NULL,
	"status" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"pence" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "job_events_completed_index" ON "job_events" USING btree ("created_at") WHERE "job_events"."to_status" = 'completed';--> statement-breakpoint
-- One change in a hundred sums up what came before it: as many rows as there are kinds stay, and some hundred more.
-- Nobody waits: a second one who would sum up at the same time leaves it, and rows that another has in hand are passed over.
CREATE FUNCTION tally("of" text, status text, kind text, change integer, pence bigint DEFAULT 0) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies VALUES ("of", status, kind, change, pence);
  IF random() < 0.01 AND pg_try_advisory_xact_lock(hashtextextended('tallies', 0)) THEN
    WITH taken AS (SELECT t.ctid FROM tallies t FOR UPDATE SKIP LOCKED),
      gone AS (DELETE FROM tallies t USING taken WHERE t.ctid = taken.ctid RETURNING t.*)
    INSERT INTO tallies
    SELECT g."of", g.status, g.kind, sum(g.count), sum(g.pence) FROM gone g GROUP BY g."of", g.status, g.kind
    HAVING sum(g.count) <> 0 OR sum(g.pence) <> 0;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM tally('jobs', OLD.status::text, OLD.job_type::text, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tally('jobs', NEW.status::text, NEW.job_type::text, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM tally('job_visits', OLD.invoicing_status::text, '', -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tally('job_visits', NEW.invoicing_status::text, '', 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION quote_kind(quote quotes) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN quote.status = 'approved' AND quote.work_status = 'completed' AND quote.invoicing_status = 'pending'
    THEN 'to_invoice' ELSE '' END
$$;
--> statement-breakpoint
CREATE FUNCTION tally_quote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM tally('quotes', OLD.status::text, quote_kind(OLD), -1, -(OLD.amount * 100)::bigint);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM tally('quotes', NEW.status::text, quote_kind(NEW), 1, (NEW.amount * 100)::bigint);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tally_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tally('invoices', '', '', CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tally_job AFTER INSERT OR DELETE OR UPDATE OF status, job_type ON jobs
  FOR EACH ROW EXECUTE FUNCTION tally_job();
--> statement-breakpoint
CREATE TRIGGER tally_visit AFTER INSERT OR DELETE OR UPDATE OF invoicing_status ON job_visits
  FOR EACH ROW EXECUTE FUNCTION tally_visit();
--> statement-breakpoint
CREATE TRIGGER tally_quote AFTER INSERT OR DELETE OR UPDATE OF status, work_status, invoicing_status, amount ON quotes
  FOR EACH ROW EXECUTE FUNCTION tally_quote();
--> statement-breakpoint
CREATE TRIGGER tally_invoice AFTER INSERT OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION tally_invoice();
--> statement-breakpoint
-- Counts everything anew, while nobody writes.
CREATE FUNCTION tally_everything() RETURNS void LANGUAGE sql AS $$
  LOCK TABLE jobs, job_visits, quotes, invoices IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies
  SELECT 'jobs', status::text, job_type::text, count(*), 0 FROM jobs GROUP BY 2, 3
  UNION ALL SELECT 'job_visits', invoicing_status::text, '', count(*), 0 FROM job_visits GROUP BY 2
  UNION ALL SELECT 'quotes', status::text, quote_kind(quotes), count(*), sum(amount * 100) FROM quotes GROUP BY 2, 3
  UNION ALL SELECT 'invoices', '', '', count(*), 0 FROM invoices HAVING count(*) > 0;
$$;
--> statement-breakpoint
SELECT tally_everything();
