ALTER TYPE "public"."email_type" ADD VALUE 'passkey_allowed' BEFORE 'decided_by_link';--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "is_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_by_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "passkey_allowed_until" timestamp (3) with time zone;