ALTER TYPE "public"."email_type" ADD VALUE 'month_figures' BEFORE 'jobs_chased';--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "figures_told" date;