ALTER TYPE "public"."email_type" ADD VALUE 'hazard_summary' BEFORE 'landlord_answered';--> statement-breakpoint
CREATE TABLE "hazard_summaries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"property_name" text NOT NULL,
	"property_address" text NOT NULL,
	"agency" text NOT NULL,
	"contact" text NOT NULL,
	"found" text NOT NULL,
	"to_do" text NOT NULL,
	"by_when" text NOT NULL,
	"email" text,
	"sent_by_id" uuid,
	"sent_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hazard_summaries" ADD CONSTRAINT "hazard_summaries_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hazard_summaries" ADD CONSTRAINT "hazard_summaries_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hazard_summaries_job_index" ON "hazard_summaries" USING btree ("job_id","id");