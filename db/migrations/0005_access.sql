-- A session ends thirty days after it was opened: those that use has moved on since get the end they had.
UPDATE "sessions" SET "expire" = ("sess"->>'createdAt')::timestamptz + interval '30 days'
WHERE "expire" > ("sess"->>'createdAt')::timestamptz + interval '30 days';
--> statement-breakpoint
CREATE TABLE "sign_in_addresses" (
	"user_id" uuid NOT NULL,
	"address_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_addresses_user_id_address_hash_pk" PRIMARY KEY("user_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD COLUMN "checked_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_addresses" ADD CONSTRAINT "sign_in_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_addresses_used_index" ON "sign_in_addresses" USING btree ("last_used_at");