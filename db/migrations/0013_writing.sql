ALTER TABLE "api_tokens" ADD COLUMN "scopes" text[] DEFAULT '{read,write}' NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "etag" text;