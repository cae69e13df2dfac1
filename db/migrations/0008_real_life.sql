CREATE TYPE "public"."link_purpose" AS ENUM('set_password', 'decide_quote', 'answer_job', 'landlord', 'follow_job', 'calendar', 'unsubscribe');
--> statement-breakpoint
CREATE TYPE "public"."visit_outcome" AS ENUM('done', 'no_access', 'return');
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'job_urgent';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'job_changed';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'job_no_access';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'job_return_needed';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'job_handed_back';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'job_reopened';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'quote_revised';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'quote_withdrawn';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'new_price_asked';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'appointment_booked';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'appointment_changed';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'appointment_cancelled';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'new_messages';
--> statement-breakpoint
ALTER TYPE "public"."outbox_kind" ADD VALUE 'messages';
--> statement-breakpoint
ALTER TYPE "public"."quote_status" ADD VALUE 'withdrawn';
--> statement-breakpoint
CREATE TABLE "links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" "link_purpose" NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid,
	"job_id" uuid,
	"quote_id" uuid,
	"once" boolean DEFAULT false NOT NULL,
	"used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_up_to" bigint DEFAULT 0 NOT NULL,
	"told_up_to" bigint DEFAULT 0 NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"author_role" "role" NOT NULL,
	"text" text NOT NULL,
	"admins_only" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "links_hash_unique" ON "links" USING btree ("token_hash");
--> statement-breakpoint
CREATE INDEX "links_user_index" ON "links" USING btree ("user_id","purpose");
--> statement-breakpoint
CREATE INDEX "links_job_index" ON "links" USING btree ("job_id") WHERE "links"."job_id" is not null;
--> statement-breakpoint
CREATE INDEX "links_quote_index" ON "links" USING btree ("quote_id") WHERE "links"."quote_id" is not null;
--> statement-breakpoint
CREATE INDEX "links_expires_index" ON "links" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "message_marks_job_unique" ON "message_marks" USING btree ("job_id","user_id");
--> statement-breakpoint
CREATE INDEX "message_marks_user_index" ON "message_marks" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "messages_job_index" ON "messages" USING btree ("job_id","id");
--> statement-breakpoint
-- While it is built the jobs are still read.
CREATE INDEX "jobs_parent_index" ON "jobs" USING btree ("parent_job_id") WHERE "jobs"."parent_job_id" is not null;
--> statement-breakpoint
DROP INDEX "jobs_parent_unique";
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tenant_name" text;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tenant_phone" text;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "photos_urls" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "postcode" text;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "property_key" text;
--> statement-breakpoint
-- References stand with their columns: empty ones need no check of the rows.
ALTER TABLE "jobs" ADD COLUMN "rival_of_job_id" uuid CONSTRAINT "jobs_rival_of_job_id_jobs_id_fk" REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "appointment_id" uuid;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "appointment_starts_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "appointment_ends_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "appointment_sequence" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "jobs_rival_index" ON "jobs" USING btree ("rival_of_job_id") WHERE "jobs"."rival_of_job_id" is not null;
--> statement-breakpoint
CREATE INDEX "jobs_property_index" ON "jobs" USING btree ("property_key","created_at","id") WHERE "jobs"."property_key" is not null;
--> statement-breakpoint
-- After the indexes of the jobs, which take the time: each table is locked until the end.
DROP INDEX "uploaded_objects_waiting_index";
--> statement-breakpoint
ALTER TABLE "uploaded_objects" ADD COLUMN "job_id" uuid CONSTRAINT "uploaded_objects_job_id_jobs_id_fk" REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "uploaded_objects_job_index" ON "uploaded_objects" USING btree ("job_id") WHERE "uploaded_objects"."job_id" is not null;
--> statement-breakpoint
CREATE INDEX "uploaded_objects_untaken_index" ON "uploaded_objects" USING btree ("created_at") WHERE "uploaded_objects"."visit_id" is null and "uploaded_objects"."job_id" is null;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "vat_number" text;
--> statement-breakpoint
ALTER TABLE "job_visits" ADD COLUMN "outcome" "visit_outcome" DEFAULT 'done' NOT NULL;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "lines" jsonb;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "reason" text;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "work_job_id" uuid CONSTRAINT "quotes_work_job_id_jobs_id_fk" REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "quotes_work_job_index" ON "quotes" USING btree ("work_job_id") WHERE "quotes"."work_job_id" is not null;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_marks" ADD CONSTRAINT "message_marks_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_marks" ADD CONSTRAINT "message_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;