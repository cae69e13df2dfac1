CREATE FUNCTION copy_job_to_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  j jobs%ROWTYPE;
BEGIN
  SELECT * INTO j FROM jobs WHERE id = NEW.job_id;
  IF FOUND THEN
    NEW.agent_id := j.estate_agent_id;
    NEW.job_ref := coalesce(NEW.job_ref, j.job_ref);
    NEW.property_name := coalesce(NEW.property_name, j.property_name);
    NEW.property_key := coalesce(NEW.property_key, j.property_key);
    NEW.agency := coalesce(NEW.agency, j.estate_agency);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION set_agent_of_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices i SET agent_id = NEW.estate_agent_id WHERE i.job_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TABLE "accounting_codes" (
	"owner" text NOT NULL,
	"target" text NOT NULL,
	"kind" text NOT NULL,
	"codes" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_codes_owner_target_kind_pk" PRIMARY KEY("owner","target","kind")
);
--> statement-breakpoint
CREATE TABLE "agencies" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"visit_fee" numeric(10,2),
	"no_access_fee" numeric(10,2),
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_exports" (
	"invoice_id" uuid NOT NULL,
	"owner" text NOT NULL,
	"target" text NOT NULL,
	"kind" text NOT NULL,
	"exported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"void_exported_at" timestamp (3) with time zone,
	"exported_by" uuid,
	CONSTRAINT "invoice_exports_invoice_id_owner_target_kind_pk" PRIMARY KEY("invoice_id","owner","target","kind")
);
--> statement-breakpoint
CREATE TABLE "trade_fees" (
	"trade" text PRIMARY KEY NOT NULL,
	"visit_fee" numeric(10,2),
	"no_access_fee" numeric(10,2),
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "invoices_visit_unique";--> statement-breakpoint
DROP INDEX "invoices_quote_unique";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "net" numeric(10,2);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat" numeric(10,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "contractor_address" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "contractor_vat_number" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "job_ref" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "property_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "property_key" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "agency" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "agency_address" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "agent_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_point" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_by" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_by_name" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "replaces" uuid CONSTRAINT "invoices_replaces_invoices_id_fk" REFERENCES "public"."invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "replaces_number" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "replaced_by" uuid CONSTRAINT "invoices_replaced_by_invoices_id_fk" REFERENCES "public"."invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "replaced_by_number" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credit_note" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address" text;--> statement-breakpoint
CREATE TRIGGER job_of_invoice BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION copy_job_to_invoice();
--> statement-breakpoint
-- An account that is removed for good takes nobody's place.
CREATE TRIGGER agent_of_invoices AFTER UPDATE OF estate_agent_id ON jobs FOR EACH ROW
  WHEN (OLD.estate_agent_id IS DISTINCT FROM NEW.estate_agent_id AND NEW.estate_agent_id IS NOT NULL)
  EXECUTE FUNCTION set_agent_of_invoices();
--> statement-breakpoint
ALTER TABLE "invoice_exports" ADD CONSTRAINT "invoice_exports_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "invoices" SET "agent_id" = j.estate_agent_id, "job_ref" = j.job_ref, "property_name" = j.property_name,
    "property_key" = j.property_key, "agency" = j.estate_agency
  FROM jobs j WHERE j.id = invoices.job_id AND invoices.id IN (
    SELECT older.id FROM invoices older WHERE older.job_ref IS NULL AND older.job_id IS NOT NULL LIMIT 5000);
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_visit_unique" ON "invoices" USING btree ("visit_id") WHERE "invoices"."voided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_quote_unique" ON "invoices" USING btree ("quote_id") WHERE "invoices"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_visit_index" ON "invoices" USING btree ("visit_id") WHERE "invoices"."visit_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_quote_index" ON "invoices" USING btree ("quote_id") WHERE "invoices"."quote_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_agent_index" ON "invoices" USING btree ("agent_id","invoice_date","id");--> statement-breakpoint
CREATE INDEX "invoices_replaces_index" ON "invoices" USING btree ("replaces") WHERE "invoices"."replaces" is not null;--> statement-breakpoint
CREATE INDEX "invoices_replaced_index" ON "invoices" USING btree ("replaced_by") WHERE "invoices"."replaced_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_credit_note_unique" ON "invoices" USING btree ("credit_note") WHERE "invoices"."credit_note" is not null;--> statement-breakpoint
CREATE INDEX "invoices_due_index" ON "invoices" USING btree ("due_on","id") WHERE "invoices"."due_on" is not null and "invoices"."paid_on" is null and "invoices"."voided_at" is null;