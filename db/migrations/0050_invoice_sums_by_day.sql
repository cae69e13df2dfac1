-- Due days by month, and each day's sums, so that a year reads few rows and a part of a month no invoices. What is kept by
-- the months of before is added up anew.
INSERT INTO "settings" ("name", "done") SELECT 'invoice_sums_missing', true WHERE EXISTS (SELECT FROM "invoices") ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION invoice_sum_keys(agency text, contractor uuid, agent uuid, made timestamptz, due date, paid date, voided timestamptz)
RETURNS TABLE ("of" uuid, month date, is_void boolean, is_paid boolean, due_on date) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT one.id, one.begin, voided IS NOT NULL, paid IS NOT NULL,
    CASE WHEN voided IS NULL AND paid IS NULL THEN coalesce(date_trunc('month', due)::date, 'infinity') ELSE 'infinity' END
  FROM (SELECT (made AT TIME ZONE 'Europe/London')::date AS day, date_trunc('month', made AT TIME ZONE 'Europe/London')::date AS month) at,
    LATERAL (VALUES (invoice_sums_of(NULL, NULL), at.month), (md5('days')::uuid, at.day),
      (CASE WHEN agency IS NOT NULL THEN invoice_sums_of(NULL, agency) END, at.month),
      (CASE WHEN contractor IS NOT NULL THEN invoice_sums_of(contractor, NULL) END, at.month),
      (CASE WHEN agency IS NOT NULL AND contractor IS NOT NULL THEN invoice_sums_of(contractor, agency) END, at.month),
      (CASE WHEN agent IS NOT NULL THEN invoice_sums_of(agent, NULL) END, at.month)) one (id, begin)
  WHERE one.id IS NOT NULL
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_invoices_of(counted date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('invoice_sums', 0));
  INSERT INTO invoice_sum_changes
  SELECT t."of", t.month, t.is_void, t.is_paid, t.due_on, sum(t.count), sum(t.net), sum(t.vat), sum(t.amount) FROM (
    SELECT k.*, 1 AS count, coalesce(i.net, i.amount) * 100 AS net, i.vat * 100 AS vat, i.amount * 100 AS amount
    FROM invoices i,
      invoice_sum_keys(i.agency, i.contractor_id, i.agent_id, i.invoice_date, i.due_on, i.paid_on, i.voided_at) k
    WHERE i.invoice_date >= counted::timestamp AT TIME ZONE 'Europe/London'
      AND i.invoice_date < (counted + interval '1 month') AT TIME ZONE 'Europe/London'
    UNION ALL SELECT "of", month, is_void, is_paid, due_on, -count, -net, -vat, -amount FROM (
      SELECT * FROM invoice_sums UNION ALL SELECT * FROM invoice_sum_changes) kept
    WHERE month >= counted AND month < counted + interval '1 month'
  ) t
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(t.count) <> 0 OR sum(t.net) <> 0 OR sum(t.vat) <> 0 OR sum(t.amount) <> 0;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION months_of_invoices() RETURNS SETOF date LANGUAGE sql STABLE AS $$
  SELECT generate_series(least(i.first, s.first), greatest(i.last, s.last), interval '1 month')::date
  FROM (SELECT date_trunc('month', min(invoice_date) AT TIME ZONE 'Europe/London') AS first,
      date_trunc('month', max(invoice_date) AT TIME ZONE 'Europe/London') AS last FROM invoices) i,
    (SELECT date_trunc('month', min(month)::timestamp) AS first, date_trunc('month', max(month)::timestamp) AS last FROM (
      SELECT month FROM invoice_sums UNION ALL SELECT month FROM invoice_sum_changes) kept) s
$$;
--> statement-breakpoint
-- Also where the version before has added up by its own months meanwhile.
INSERT INTO "settings" ("name", "done") SELECT 'invoice_sums_missing', true WHERE EXISTS (SELECT FROM "invoices") ON CONFLICT DO NOTHING;
