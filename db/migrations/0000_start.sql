-- Searches look anywhere inside a name or address: trigrams let an index answer them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TYPE "public"."auth_type" AS ENUM('oidc', 'local');--> statement-breakpoint
CREATE TYPE "public"."email_status" AS ENUM('queued', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."email_type" AS ENUM('job_assigned', 'job_withdrawn', 'job_cancelled', 'quote_approved', 'quote_declined', 'quote_submitted', 'job_completed');--> statement-breakpoint
CREATE TYPE "public"."invoice_type" AS ENUM('contractor_visit', 'quote');--> statement-breakpoint
CREATE TYPE "public"."invoicing_status" AS ENUM('pending', 'invoiced', 'not_billable');--> statement-breakpoint
CREATE TYPE "public"."job_status" AS ENUM('pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved', 'completed', 'invoiced', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."job_type" AS ENUM('visit', 'quote_work');--> statement-breakpoint
CREATE TYPE "public"."object_state" AS ENUM('promised', 'stored', 'removing');--> statement-breakpoint
CREATE TYPE "public"."outbox_kind" AS ENUM('email', 'remove_object');--> statement-breakpoint
CREATE TYPE "public"."quote_status" AS ENUM('pending', 'approved', 'declined', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('estate_agent', 'contractor', 'admin');--> statement-breakpoint
CREATE TYPE "public"."urgency" AS ENUM('low', 'medium', 'high');--> statement-breakpoint
CREATE TYPE "public"."work_status" AS ENUM('not_started', 'in_progress', 'completed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."yes_no" AS ENUM('yes', 'no');--> statement-breakpoint
CREATE SEQUENCE "public"."job_refs" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "email_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid,
	"contractor_email" text NOT NULL,
	"email_type" "email_type" NOT NULL,
	"content" jsonb NOT NULL,
	"status" "email_status" DEFAULT 'queued' NOT NULL,
	"last_error" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_number" text NOT NULL,
	"type" "invoice_type" NOT NULL,
	"job_id" uuid,
	"contractor_id" uuid,
	"visit_id" uuid,
	"quote_id" uuid,
	"description" text NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"contractor_name" text NOT NULL,
	"contractor_company" text,
	"property_address" text NOT NULL,
	"invoice_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("invoice_number")
);
--> statement-breakpoint
CREATE TABLE "job_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"event" text NOT NULL,
	"from_status" "job_status",
	"to_status" "job_status",
	"detail" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"contractor_id" uuid,
	"visit_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"work_description" text NOT NULL,
	"photos_urls" text[] DEFAULT '{}' NOT NULL,
	"is_quote_required" "yes_no" DEFAULT 'no' NOT NULL,
	"invoicing_status" "invoicing_status" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_visits_at_most_five_photos" CHECK (cardinality("job_visits"."photos_urls") <= 5)
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_ref" text NOT NULL,
	"estate_agent_id" uuid,
	"contractor_id" uuid,
	"estate_agent_name" text NOT NULL,
	"estate_agency" text NOT NULL,
	"property_name" text NOT NULL,
	"property_address" text NOT NULL,
	"issue_description" text NOT NULL,
	"access_notes" text,
	"status" "job_status" DEFAULT 'pending' NOT NULL,
	"urgency" "urgency" DEFAULT 'medium' NOT NULL,
	"job_type" "job_type" DEFAULT 'visit' NOT NULL,
	"parent_job_id" uuid,
	"contractor_type" text,
	"cancel_reason" text,
	"hidden_from_estate_agent" "yes_no" DEFAULT 'no' NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(property_name || ' ' || property_address || ' ' || job_ref)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_job_ref_unique" UNIQUE("job_ref"),
	CONSTRAINT "jobs_contractor_in_hand" CHECK ("jobs"."status" not in ('assigned', 'in_progress') or "jobs"."contractor_id" is not null),
	CONSTRAINT "jobs_child_is_quote_work" CHECK (("jobs"."job_type" = 'quote_work') = ("jobs"."parent_job_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" "outbox_kind" NOT NULL,
	"subject" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"contractor_id" uuid,
	"visit_id" uuid,
	"description" text NOT NULL,
	"amount" numeric(10,2) NOT NULL,
	"materials_cost" numeric(10,2),
	"labor_cost" numeric(10,2),
	"estimated_duration" text,
	"valid_until" date,
	"status" "quote_status" DEFAULT 'pending' NOT NULL,
	"work_status" "work_status" DEFAULT 'not_started' NOT NULL,
	"invoicing_status" "invoicing_status" DEFAULT 'pending' NOT NULL,
	"notes" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quotes_amount_positive" CHECK ("quotes"."amount" > 0),
	CONSTRAINT "quotes_costs_not_negative" CHECK ("quotes"."materials_cost" >= 0 and "quotes"."labor_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"done" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"identifier_hash" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploaded_objects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"visit_id" uuid,
	"state" "object_state" DEFAULT 'promised' NOT NULL,
	"content_type" text,
	"size" integer,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"username" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"role" "role" DEFAULT 'estate_agent',
	"company" text,
	"phone" text,
	"contractor_type" text,
	"hashed_password" text,
	"auth_type" "auth_type" DEFAULT 'oidc' NOT NULL,
	"activity_version" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_contractor_id_users_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_visit_id_job_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."job_visits"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_visits" ADD CONSTRAINT "job_visits_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_visits" ADD CONSTRAINT "job_visits_contractor_id_users_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_estate_agent_id_users_id_fk" FOREIGN KEY ("estate_agent_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_contractor_id_users_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_parent_job_id_jobs_id_fk" FOREIGN KEY ("parent_job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_contractor_id_users_id_fk" FOREIGN KEY ("contractor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_visit_id_job_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."job_visits"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_objects" ADD CONSTRAINT "uploaded_objects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploaded_objects" ADD CONSTRAINT "uploaded_objects_visit_id_job_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."job_visits"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_notifications_job_index" ON "email_notifications" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "email_notifications_unsent_index" ON "email_notifications" USING btree ("created_at") WHERE "email_notifications"."status" <> 'sent';--> statement-breakpoint
CREATE INDEX "email_notifications_created_index" ON "email_notifications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_visit_unique" ON "invoices" USING btree ("visit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_quote_unique" ON "invoices" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "invoices_job_index" ON "invoices" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "invoices_date_index" ON "invoices" USING btree ("invoice_date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_events_job_index" ON "job_events" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX "job_visits_job_index" ON "job_visits" USING btree ("job_id","visit_date");--> statement-breakpoint
CREATE INDEX "job_visits_contractor_index" ON "job_visits" USING btree ("contractor_id","visit_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_visits_invoicing_index" ON "job_visits" USING btree ("visit_date","id") WHERE "job_visits"."invoicing_status" = 'pending';--> statement-breakpoint
CREATE INDEX "jobs_agent_index" ON "jobs" USING btree ("estate_agent_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "jobs"."hidden_from_estate_agent" = 'no';--> statement-breakpoint
CREATE INDEX "jobs_contractor_index" ON "jobs" USING btree ("contractor_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_status_index" ON "jobs" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_created_index" ON "jobs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_search_index" ON "jobs" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_updated_index" ON "jobs" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_parent_unique" ON "jobs" USING btree ("parent_job_id");--> statement-breakpoint
CREATE INDEX "outbox_due_index" ON "outbox" USING btree ("run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_subject_unique" ON "outbox" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "quotes_job_index" ON "quotes" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_contractor_index" ON "quotes" USING btree ("contractor_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "quotes_created_index" ON "quotes" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_one_pending_unique" ON "quotes" USING btree ("job_id") WHERE "quotes"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "quotes_invoicing_index" ON "quotes" USING btree ("updated_at","id") WHERE "quotes"."status" = 'approved' and "quotes"."work_status" = 'completed' and "quotes"."invoicing_status" = 'pending';--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire_index" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sign_in_failures_identifier_index" ON "sign_in_failures" USING btree ("identifier_hash","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_address_index" ON "sign_in_failures" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_created_index" ON "sign_in_failures" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "uploaded_objects_visit_index" ON "uploaded_objects" USING btree ("visit_id");--> statement-breakpoint
CREATE INDEX "uploaded_objects_waiting_index" ON "uploaded_objects" USING btree ("created_at") WHERE "uploaded_objects"."visit_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_role_index" ON "users" USING btree ("role","created_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_deleted_index" ON "users" USING btree ("deleted_at") WHERE "users"."deleted_at" is not null;