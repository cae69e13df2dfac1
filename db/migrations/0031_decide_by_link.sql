ALTER TYPE "public"."email_type" ADD VALUE 'decided_by_link' BEFORE 'webhook_off';--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "quote_version" integer;