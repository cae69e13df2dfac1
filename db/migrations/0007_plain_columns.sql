CREATE UNLOGGED TABLE "delivery_rates" (
	"name" text PRIMARY KEY NOT NULL,
	"used_up_to" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "delivery_rates" SELECT "key", "window_ends" FROM "rate_limits" WHERE "key" = 'e-mails';
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "since" timestamp (3) with time zone;
--> statement-breakpoint
-- Was kept in milliseconds of the epoch, and 0 while the server was there.
UPDATE "settings" SET "since" = to_timestamp("counter" / 1000.0), "counter" = 0
WHERE "name" = 'mail_server_away_since' AND "counter" > 0;
--> statement-breakpoint
DELETE FROM "settings" WHERE "name" = 'mail_server_away_since' AND "since" IS NULL;
--> statement-breakpoint
-- Claims of before have none: they moved created_at. Last, because it locks the table until the end.
ALTER TABLE "uploaded_objects" ADD COLUMN "claimed_at" timestamp (3) with time zone;
