-- Tells quotes whose work is done from the others, and visits of quote work that have photos.
CREATE OR REPLACE FUNCTION quote_kind(quote quotes) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN quote.status <> 'approved' OR quote.work_status <> 'completed' THEN ''
    WHEN quote.invoicing_status = 'pending' THEN 'to_invoice'
    ELSE 'done' END
$$;
--> statement-breakpoint
CREATE FUNCTION visit_kind(visit job_visits) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cardinality(visit.photos_urls) > 0 THEN 'photos' ELSE '' END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM tally('job_visits', OLD.invoicing_status::text, visit_kind(OLD), -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tally('job_visits', NEW.invoicing_status::text, visit_kind(NEW), 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER tally_visit ON job_visits;
--> statement-breakpoint
CREATE TRIGGER tally_visit AFTER INSERT OR DELETE OR UPDATE OF invoicing_status, photos_urls ON job_visits
  FOR EACH ROW EXECUTE FUNCTION tally_visit();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_everything() RETURNS void LANGUAGE sql AS $$
  LOCK TABLE jobs, job_visits, quotes, invoices IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies
  SELECT 'jobs', status::text, job_type::text, count(*), 0 FROM jobs GROUP BY 2, 3
  UNION ALL SELECT 'job_visits', invoicing_status::text, visit_kind(job_visits), count(*), 0 FROM job_visits GROUP BY 2, 3
  UNION ALL SELECT 'quotes', status::text, quote_kind(quotes), count(*), sum(amount * 100) FROM quotes GROUP BY 2, 3
  UNION ALL SELECT 'invoices', '', '', count(*), 0 FROM invoices HAVING count(*) > 0;
$$;
--> statement-breakpoint
SELECT tally_everything();
