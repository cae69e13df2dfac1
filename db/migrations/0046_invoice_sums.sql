CREATE TABLE "invoice_sum_changes" (
	"of" uuid NOT NULL,
	"month" date NOT NULL,
	"is_void" boolean NOT NULL,
	"is_paid" boolean NOT NULL,
	"due_on" date NOT NULL,
	"count" integer NOT NULL,
	"net" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_sums" (
	"of" uuid NOT NULL,
	"month" date NOT NULL,
	"is_void" boolean NOT NULL,
	"is_paid" boolean NOT NULL,
	"due_on" date NOT NULL,
	"count" integer NOT NULL,
	"net" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "invoice_sums_of_month_is_void_is_paid_due_on_pk" PRIMARY KEY("of","month","is_void","is_paid","due_on")
);
--> statement-breakpoint
CREATE INDEX "invoice_sum_changes_index" ON "invoice_sum_changes" USING btree ("of");--> statement-breakpoint
CREATE INDEX "invoice_sums_empty_index" ON "invoice_sums" USING btree ("of") WHERE "invoice_sums"."count" = 0;
--> statement-breakpoint
-- Hashed, so that no agency’s name is kept here.
CREATE FUNCTION invoice_sums_of(whose uuid, agency text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(coalesce(whose::text, '') || coalesce(' ' || lower(agency), ''))::uuid
$$;
--> statement-breakpoint
CREATE FUNCTION invoice_sum_keys(agency text, contractor uuid, agent uuid, made timestamptz, due date, paid date, voided timestamptz)
RETURNS TABLE ("of" uuid, month date, is_void boolean, is_paid boolean, due_on date) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT one.id, date_trunc('month', made AT TIME ZONE 'Europe/London')::date, voided IS NOT NULL, paid IS NOT NULL,
    CASE WHEN voided IS NULL AND paid IS NULL THEN coalesce(due, 'infinity') ELSE 'infinity' END
  FROM (VALUES (invoice_sums_of(NULL, NULL)),
    (CASE WHEN agency IS NOT NULL THEN invoice_sums_of(NULL, agency) END),
    (CASE WHEN contractor IS NOT NULL THEN invoice_sums_of(contractor, NULL) END),
    (CASE WHEN agency IS NOT NULL AND contractor IS NOT NULL THEN invoice_sums_of(contractor, agency) END),
    (CASE WHEN agent IS NOT NULL THEN invoice_sums_of(agent, NULL) END)) one (id)
  WHERE one.id IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION note_invoice_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO invoice_sum_changes
    SELECT k.*, 1, coalesce(i.net, i.amount) * 100, i.vat * 100, i.amount * 100
    FROM made i, invoice_sum_keys(i.agency, i.contractor_id, i.agent_id, i.invoice_date, i.due_on, i.paid_on, i.voided_at) k;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO invoice_sum_changes
    SELECT k.*, -1, coalesce(i.net, i.amount) * -100, i.vat * -100, i.amount * -100
    FROM gone i, invoice_sum_keys(i.agency, i.contractor_id, i.agent_id, i.invoice_date, i.due_on, i.paid_on, i.voided_at) k;
  ELSE
    INSERT INTO invoice_sum_changes
    SELECT k.*, sum(sign), sum(sign * coalesce(i.net, i.amount) * 100), sum(sign * i.vat * 100), sum(sign * i.amount * 100)
    FROM (SELECT 1 AS sign, m.* FROM made m UNION ALL SELECT -1, g.* FROM gone g) i,
      invoice_sum_keys(i.agency, i.contractor_id, i.agent_id, i.invoice_date, i.due_on, i.paid_on, i.voided_at) k
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(sign) <> 0 OR sum(sign * coalesce(i.net, i.amount)) <> 0 OR sum(sign * i.vat) <> 0 OR sum(sign * i.amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Adds what is missing of a month: a snapshot has both a change and what its trigger noted, or neither, so this waits for nobody.
CREATE FUNCTION sum_invoices_of(counted date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('invoice_sums', 0));
  INSERT INTO invoice_sum_changes
  SELECT t."of", t.month, t.is_void, t.is_paid, t.due_on, sum(t.count), sum(t.net), sum(t.vat), sum(t.amount) FROM (
    SELECT k.*, 1 AS count, coalesce(i.net, i.amount) * 100 AS net, i.vat * 100 AS vat, i.amount * 100 AS amount
    FROM invoices i,
      invoice_sum_keys(i.agency, i.contractor_id, i.agent_id, i.invoice_date, i.due_on, i.paid_on, i.voided_at) k
    WHERE i.invoice_date >= counted::timestamp AT TIME ZONE 'Europe/London'
      AND i.invoice_date < (counted + interval '1 month') AT TIME ZONE 'Europe/London'
    UNION ALL SELECT "of", month, is_void, is_paid, due_on, -count, -net, -vat, -amount FROM invoice_sums WHERE month = counted
    UNION ALL SELECT "of", month, is_void, is_paid, due_on, -count, -net, -vat, -amount FROM invoice_sum_changes
      WHERE month = counted
  ) t
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(t.count) <> 0 OR sum(t.net) <> 0 OR sum(t.vat) <> 0 OR sum(t.amount) <> 0;
END $$;
--> statement-breakpoint
CREATE FUNCTION months_of_invoices() RETURNS SETOF date LANGUAGE sql STABLE AS $$
  SELECT generate_series(least(i.first, s.first), greatest(i.last, s.last), interval '1 month')::date
  FROM (SELECT date_trunc('month', min(invoice_date) AT TIME ZONE 'Europe/London') AS first,
      date_trunc('month', max(invoice_date) AT TIME ZONE 'Europe/London') AS last FROM invoices) i,
    (SELECT min(month)::timestamp AS first, max(month)::timestamp AS last FROM (
      SELECT month FROM invoice_sums UNION ALL SELECT month FROM invoice_sum_changes) kept) s
$$;
--> statement-breakpoint
-- Puts right what somebody wrote into the sums by hand.
CREATE FUNCTION sum_invoices_anew() RETURNS void LANGUAGE sql AS $$
  SELECT sum_invoices_of(month) FROM months_of_invoices() month
$$;
--> statement-breakpoint
-- Returns how many changes were folded in.
CREATE FUNCTION fold_invoice_sums(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('invoice_sums', 0)) THEN RETURN 0; END IF;
  WITH gone AS (DELETE FROM invoice_sum_changes WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM invoice_sum_changes LIMIT most FOR UPDATE SKIP LOCKED)) RETURNING *),
    added AS (
      INSERT INTO invoice_sums AS s
      SELECT "of", month, is_void, is_paid, due_on, sum(count), sum(net), sum(vat), sum(amount) FROM gone
      GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT ("of", month, is_void, is_paid, due_on) DO UPDATE SET count = s.count + excluded.count,
        net = s.net + excluded.net, vat = s.vat + excluded.vat, amount = s.amount + excluded.amount)
  SELECT count(*) INTO folded FROM gone;
  DELETE FROM invoice_sums WHERE count = 0 AND net = 0 AND vat = 0 AND amount = 0;
  RETURN folded;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_made_sums AFTER INSERT ON invoices REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_invoice_sums();
--> statement-breakpoint
CREATE TRIGGER invoices_gone_sums AFTER DELETE ON invoices REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_invoice_sums();
--> statement-breakpoint
CREATE TRIGGER invoices_changed_sums AFTER UPDATE ON invoices REFERENCING OLD TABLE AS gone NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION note_invoice_sums();
--> statement-breakpoint
INSERT INTO "settings" ("name", "done") SELECT 'invoice_sums_missing', true WHERE EXISTS (SELECT FROM "invoices");
