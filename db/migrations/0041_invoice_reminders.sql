ALTER TYPE "public"."email_type" ADD VALUE 'invoices_late' BEFORE 'statement_sent';--> statement-breakpoint
ALTER TABLE "agencies" ADD COLUMN "reminded_on" date;