ALTER TYPE "public"."email_type" ADD VALUE 'certificates_due' BEFORE 'jobs_chased';--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "reminded_end" date;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "reminded_days" integer;