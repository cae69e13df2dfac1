ALTER TYPE "public"."outbox_kind" ADD VALUE 'erasure';--> statement-breakpoint
CREATE TABLE "person_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"subjects" uuid[] NOT NULL,
	"label" text,
	"terms" jsonb,
	"by_id" uuid,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "person_records_subjects_index" ON "person_records" USING gin ("subjects");--> statement-breakpoint
CREATE INDEX "person_records_created_index" ON "person_records" USING btree ("created_at");