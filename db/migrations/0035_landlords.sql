ALTER TYPE "public"."email_type" ADD VALUE 'landlord_asked' BEFORE 'webhook_off';--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'landlord_answered' BEFORE 'webhook_off';