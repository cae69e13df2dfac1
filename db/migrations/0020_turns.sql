ALTER TYPE "public"."email_type" ADD VALUE 'jobs_urgent' BEFORE 'job_changed';--> statement-breakpoint
ALTER TYPE "public"."outbox_kind" ADD VALUE 'urgent';--> statement-breakpoint
CREATE TABLE "urgent_marks" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "urgent_notices" (
	"user_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	CONSTRAINT "urgent_notices_user_id_job_id_pk" PRIMARY KEY("user_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "owner" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "turn" bigint;--> statement-breakpoint
ALTER TABLE "urgent_marks" ADD CONSTRAINT "urgent_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urgent_notices" ADD CONSTRAINT "urgent_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urgent_notices" ADD CONSTRAINT "urgent_notices_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "urgent_notices_job_index" ON "urgent_notices" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "outbox_ready_index" ON "outbox" USING btree ("kind","turn","id") WHERE "outbox"."turn" is not null;--> statement-breakpoint
CREATE INDEX "outbox_owner_index" ON "outbox" USING btree ("kind","owner","turn") WHERE "outbox"."turn" is not null;--> statement-breakpoint
CREATE INDEX "outbox_later_index" ON "outbox" USING btree ("kind","run_at") WHERE "outbox"."turn" is null;