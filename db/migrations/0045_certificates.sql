CREATE TABLE "certificate_excuses" (
	"agency_key" text NOT NULL,
	"property_key" text NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"excuse" text NOT NULL,
	"by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_excuses_pk" PRIMARY KEY("agency_key","property_key","kind","name")
);
--> statement-breakpoint
CREATE TABLE "certificate_jobs" (
	"agency_key" text NOT NULL,
	"property_key" text NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"purpose" text NOT NULL,
	"ends_on" date NOT NULL,
	"job_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_jobs_pk" PRIMARY KEY("agency_key","property_key","kind","name","purpose","ends_on")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agency_key" text NOT NULL,
	"property_key" text NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"agency" text NOT NULL,
	"property_name" text NOT NULL,
	"property_address" text NOT NULL,
	"months" integer,
	"done_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"done_by" text,
	"reference" text,
	"unsatisfactory" boolean DEFAULT false NOT NULL,
	"remedy_by" date,
	"document_path" text,
	"document_type" text,
	"document_bytes" integer,
	"replaced_by" uuid,
	"excuse" text,
	"job_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "certificate_jobs" ADD CONSTRAINT "certificate_jobs_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_jobs_job_index" ON "certificate_jobs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "certificates_property_index" ON "certificates" USING btree ("property_key","agency_key","kind");--> statement-breakpoint
CREATE INDEX "certificates_agency_index" ON "certificates" USING btree ("agency_key","ends_on","id") WHERE "certificates"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "certificates_end_index" ON "certificates" USING btree ("ends_on","id") WHERE "certificates"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "certificates_job_index" ON "certificates" USING btree ("job_id") WHERE "certificates"."job_id" is not null;