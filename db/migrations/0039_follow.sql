ALTER TYPE "public"."email_type" ADD VALUE 'repair_shared' BEFORE 'landlord_answered';--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'repair_visit' BEFORE 'landlord_answered';--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "outside" boolean DEFAULT false NOT NULL;