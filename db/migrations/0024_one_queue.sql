ALTER TYPE "public"."outbox_kind" ADD VALUE 'webhook';--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "receiver" uuid;--> statement-breakpoint
-- An earlier version that runs beside this one writes into the log of deliveries when each is due. What it writes waits in
-- the outbox, where this version finds it and the earlier one does not. What it left is moved in the background: it may
-- have some in hand, and notes what came of them without a word about when they are due.
CREATE FUNCTION queue_webhook_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, subject, receiver, run_at) VALUES ('webhook', NEW.id, NEW.webhook_id, NEW.run_at)
  ON CONFLICT (kind, subject) DO UPDATE SET run_at = excluded.run_at, turn = NULL, attempts = outbox.attempts + 1,
    leased_until = NULL WHERE outbox.leased_until IS NULL OR outbox.leased_until < now();
  NEW.run_at := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_queue BEFORE INSERT OR UPDATE OF run_at ON webhook_deliveries
FOR EACH ROW WHEN (NEW.run_at IS NOT NULL) EXECUTE FUNCTION queue_webhook_delivery();
