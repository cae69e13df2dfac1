ALTER TYPE "public"."email_type" ADD VALUE 'address_changed' BEFORE 'webhook_off';--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "taken_over_by" uuid CONSTRAINT "webhooks_taken_over_by_users_id_fk" REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhooks_taken_over_by_index" ON "webhooks" USING btree ("taken_over_by");