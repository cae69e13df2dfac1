CREATE TYPE "public"."waiting_for" AS ENUM('assign', 'book', 'visit', 'finish', 'decide', 'invoice');
--> statement-breakpoint
CREATE TYPE "public"."waiting_on" AS ENUM('admin', 'contractor', 'agent', 'nobody');
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'reminder';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'account_invitation';
--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'password_link';
--> statement-breakpoint
CREATE TABLE "account_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"event" text NOT NULL,
	"detail" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"user_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"told_on" date NOT NULL,
	CONSTRAINT "reminders_user_id_job_id_pk" PRIMARY KEY("user_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "contractor_types" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "areas" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reminders" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "account_events_user_index" ON "account_events" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "account_events_actor_index" ON "account_events" USING btree ("actor_id");
--> statement-breakpoint
CREATE INDEX "reminders_job_index" ON "reminders" USING btree ("job_id");
--> statement-breakpoint
CREATE INDEX "reminders_told_index" ON "reminders" USING btree ("told_on");
--> statement-breakpoint
-- The jobs last, as each table is locked until the end.
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "waiting_on" "waiting_on";
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "waiting_for" "waiting_for";
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "waiting_since" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "visit_by" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "first_visit_at" timestamp (3) with time zone;
