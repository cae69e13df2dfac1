ALTER TYPE "public"."email_type" ADD VALUE 'complaint_received' BEFORE 'webhook_off';--> statement-breakpoint
ALTER TYPE "public"."email_type" ADD VALUE 'complaint_answered' BEFORE 'webhook_off';--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"form_hash" text NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"close_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "complaints_form_unique" ON "complaints" USING btree ("form_hash");--> statement-breakpoint
CREATE INDEX "complaints_created_index" ON "complaints" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_to_answer_index" ON "complaints" USING btree ("created_at") WHERE "complaints"."answered_at" is null and "complaints"."closed_at" is null;