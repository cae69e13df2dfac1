CREATE TYPE "public"."hazard_level" AS ENUM('significant', 'emergency');--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'hazard_emergency' BEFORE 'jobs_urgent';--> statement-breakpoint
ALTER TYPE "public"."outbox_kind" ADD VALUE 'hazard' BEFORE 'webhook';--> statement-breakpoint
CREATE TABLE "hazards" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"level" "hazard_level" NOT NULL,
	"kinds" jsonb NOT NULL,
	"aware_at" timestamp (3) with time zone NOT NULL,
	"investigated_at" timestamp (3) with time zone,
	"summary_sent_at" timestamp (3) with time zone,
	"safe_at" timestamp (3) with time zone,
	"work_begun_at" timestamp (3) with time zone,
	"ending" text,
	"attempts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "hazard_level" "hazard_level";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "hazard_due" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "hazards" ADD CONSTRAINT "hazards_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;