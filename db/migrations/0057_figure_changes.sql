CREATE TYPE "public"."figure_kind" AS ENUM('raised', 'assigned', 'visited', 'finished', 'open', 'visits', 'quotes', 'money');--> statement-breakpoint
CREATE TABLE "figure_changes" (
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"kind" "figure_kind" NOT NULL,
	"from" date NOT NULL,
	"until" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "figure_changes_tx_kind_from_until_pk" PRIMARY KEY("tx","kind","from","until")
);
--> statement-breakpoint
-- What one job adds to figures, from when until when. Whatever is counted of it is in `counted`.
CREATE FUNCTION figures_of(job jobs) RETURNS TABLE (kind text, since timestamptz, until timestamptz, counted text)
LANGUAGE sql STABLE AS $$
  SELECT one.* FROM (VALUES
    ('raised', job.created_at, job.created_at, ROW(job.urgency, job.contractor_type, job.property_key)::text),
    ('assigned', job.first_assigned_at, job.first_assigned_at, ROW(job.created_at)::text),
    ('visited', job.first_visit_at, job.first_visit_at, ROW(job.created_at, job.visit_by)::text),
    ('finished', CASE WHEN job.status IN ('completed', 'invoiced') THEN job.closed_at END, job.closed_at,
      ROW(job.created_at, job.urgency)::text),
    ('open', CASE WHEN job.closed_at IS NOT NULL OR job.status NOT IN ('completed', 'invoiced', 'cancelled') THEN job.created_at END,
      'infinity', ROW('begins', job.urgency)::text),
    ('open', greatest(job.closed_at, job.created_at), 'infinity',
      CASE WHEN job.closed_at IS NOT NULL THEN ROW('ends', job.urgency)::text END)
  ) one (kind, since, until, counted)
  WHERE job.job_type = 'visit' AND one.since IS NOT NULL AND one.counted IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of(visit job_visits) RETURNS TABLE (kind text, since timestamptz, until timestamptz, counted text)
LANGUAGE sql STABLE AS $$
  SELECT 'visits', visit.visit_date, visit.visit_date, ROW(visit.outcome)::text WHERE visit.visit_date IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of(quote quotes) RETURNS TABLE (kind text, since timestamptz, until timestamptz, counted text)
LANGUAGE sql STABLE AS $$
  SELECT 'quotes', quote.created_at, quote.created_at, ROW(quote.status, quote.amount, quote.first_decided_at)::text
  WHERE quote.created_at IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION figures_of(invoice invoices) RETURNS TABLE (kind text, since timestamptz, until timestamptz, counted text)
LANGUAGE sql STABLE AS $$
  SELECT 'money', taxed.at, taxed.at, ROW(invoice.type, invoice.amount, invoice.agency, invoice.contractor_name,
    invoice.property_address)::text
  FROM (SELECT coalesce((invoice.tax_point + 1)::timestamp AT TIME ZONE 'Europe/London' - interval '1 second',
    invoice.invoice_date) AS at) taxed
  WHERE invoice.voided_at IS NULL AND taxed.at IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION note_figure_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (kind, "from", until)
  SELECT DISTINCT kind::figure_kind, (since AT TIME ZONE 'Europe/London')::date, (until AT TIME ZONE 'Europe/London')::date
  FROM ((SELECT * FROM figures_of(OLD) EXCEPT SELECT * FROM figures_of(NEW))
    UNION ALL (SELECT * FROM figures_of(NEW) EXCEPT SELECT * FROM figures_of(OLD))) changed
  WHERE since < now() - interval '1 hour'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Only where something changes that is counted of a day before: of what just happened none is called.
CREATE TRIGGER jobs_made_figures AFTER INSERT ON jobs FOR EACH ROW
  WHEN (least(NEW.created_at, NEW.first_assigned_at, NEW.first_visit_at, NEW.closed_at) < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER jobs_gone_figures AFTER DELETE ON jobs FOR EACH ROW
  WHEN (least(OLD.created_at, OLD.first_assigned_at, OLD.first_visit_at, OLD.closed_at) < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER jobs_changed_figures AFTER UPDATE ON jobs FOR EACH ROW
  WHEN (ROW(OLD.job_type, OLD.created_at, OLD.urgency, OLD.contractor_type, OLD.property_key)
      IS DISTINCT FROM ROW(NEW.job_type, NEW.created_at, NEW.urgency, NEW.contractor_type, NEW.property_key)
    OR OLD.first_assigned_at IS DISTINCT FROM NEW.first_assigned_at
      AND least(OLD.first_assigned_at, NEW.first_assigned_at) < now() - interval '1 hour'
    OR ROW(OLD.first_visit_at, OLD.visit_by)
      IS DISTINCT FROM ROW(NEW.first_visit_at, NEW.visit_by)
      AND least(OLD.first_visit_at, NEW.first_visit_at) < now() - interval '1 hour'
    OR ROW(OLD.closed_at, OLD.status IN ('completed', 'invoiced'))
      IS DISTINCT FROM ROW(NEW.closed_at, NEW.status IN ('completed', 'invoiced'))
      AND least(OLD.closed_at, NEW.closed_at) < now() - interval '1 hour'
    OR (OLD.closed_at IS NOT NULL OR OLD.status NOT IN ('completed', 'invoiced', 'cancelled'))
      IS DISTINCT FROM (NEW.closed_at IS NOT NULL OR NEW.status NOT IN ('completed', 'invoiced', 'cancelled')))
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER job_visits_made_figures AFTER INSERT ON job_visits FOR EACH ROW
  WHEN (NEW.visit_date < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER job_visits_gone_figures AFTER DELETE ON job_visits FOR EACH ROW
  WHEN (OLD.visit_date < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER job_visits_changed_figures AFTER UPDATE ON job_visits FOR EACH ROW
  WHEN (ROW(OLD.visit_date, OLD.outcome)
      IS DISTINCT FROM ROW(NEW.visit_date, NEW.outcome))
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER quotes_made_figures AFTER INSERT ON quotes FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER quotes_gone_figures AFTER DELETE ON quotes FOR EACH ROW
  WHEN (OLD.created_at < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER quotes_changed_figures AFTER UPDATE ON quotes FOR EACH ROW
  WHEN (ROW(OLD.created_at, OLD.status, OLD.amount, OLD.first_decided_at)
      IS DISTINCT FROM ROW(NEW.created_at, NEW.status, NEW.amount, NEW.first_decided_at)
    AND least(OLD.created_at, NEW.created_at) < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER invoices_made_figures AFTER INSERT ON invoices FOR EACH ROW
  WHEN (NEW.tax_point < (now() AT TIME ZONE 'Europe/London')::date OR NEW.invoice_date < now() - interval '1 hour')
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER invoices_gone_figures AFTER DELETE ON invoices FOR EACH ROW
  EXECUTE FUNCTION note_figure_changes();
--> statement-breakpoint
CREATE TRIGGER invoices_changed_figures AFTER UPDATE ON invoices FOR EACH ROW
  WHEN (ROW(OLD.tax_point, OLD.invoice_date, OLD.type, OLD.amount, OLD.agency, OLD.contractor_name,
      OLD.property_address, OLD.voided_at)
      IS DISTINCT FROM ROW(NEW.tax_point, NEW.invoice_date, NEW.type, NEW.amount, NEW.agency, NEW.contractor_name,
      NEW.property_address, NEW.voided_at))
  EXECUTE FUNCTION note_figure_changes();
