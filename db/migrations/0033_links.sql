ALTER TYPE "public"."link_purpose" ADD VALUE 'statement';--> statement-breakpoint
ALTER TYPE "public"."link_purpose" ADD VALUE 'hazard_summary';--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "parent_id" uuid CONSTRAINT "links_parent_id_links_id_fk" REFERENCES "public"."links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "told_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "links_parent_index" ON "links" USING btree ("parent_id") WHERE "links"."parent_id" is not null;