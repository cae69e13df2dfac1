ALTER TYPE "public"."email_type" ADD VALUE 'certificates_shared' BEFORE 'landlord_answered';--> statement-breakpoint
ALTER TYPE "public"."link_purpose" ADD VALUE 'certificates';