CREATE TABLE "bulk_action_items" (
	"action_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"job_id" uuid,
	"job_ref" text,
	"ok" boolean NOT NULL,
	"message" text,
	"before" jsonb,
	"taken_back" text,
	CONSTRAINT "bulk_action_items_action_id_position_pk" PRIMARY KEY("action_id","position")
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"done" integer NOT NULL,
	"refused" integer NOT NULL,
	"taken_back_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_action_items" ADD CONSTRAINT "bulk_action_items_action_id_bulk_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."bulk_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_action_items" ADD CONSTRAINT "bulk_action_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_action_items_job_index" ON "bulk_action_items" USING btree ("job_id") WHERE "bulk_action_items"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "bulk_actions_created_index" ON "bulk_actions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bulk_actions_actor_index" ON "bulk_actions" USING btree ("actor_id");