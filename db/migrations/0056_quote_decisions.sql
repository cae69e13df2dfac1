ALTER TABLE "quotes" ADD COLUMN "first_decided_at" timestamp (3) with time zone;--> statement-breakpoint
-- By the database, so that the version before, which may run beside this one, is followed as well.
CREATE FUNCTION note_quote_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE quotes SET first_decided_at = NEW.created_at
    WHERE job_id = NEW.job_id AND first_decided_at IS NULL AND created_at <= NEW.created_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER quote_decisions AFTER INSERT ON job_events FOR EACH ROW
  WHEN (NEW.event IN ('quoteApproved', 'quoteDeclined', 'newPriceAsked')) EXECUTE FUNCTION note_quote_decision();
