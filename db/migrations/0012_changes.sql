CREATE TABLE "changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint,
	"written" bigserial NOT NULL,
	"type" text NOT NULL,
	"subject_id" text NOT NULL,
	"job_id" uuid,
	"job_ref" text,
	"by_id" uuid,
	"by_name" text NOT NULL,
	"by_role" "role",
	"data" jsonb,
	"agents" uuid[] DEFAULT '{}' NOT NULL,
	"contractors" uuid[] DEFAULT '{}' NOT NULL,
	"lost_by" uuid[] DEFAULT '{}' NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "changes_seq_unique" ON "changes" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "changes_unnumbered_index" ON "changes" USING btree ("written") WHERE "changes"."seq" is null;