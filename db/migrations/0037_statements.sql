ALTER TYPE "public"."email_type" ADD VALUE 'statement_sent' BEFORE 'webhook_off';--> statement-breakpoint
ALTER TABLE "agencies" ADD COLUMN "statement_email" text;