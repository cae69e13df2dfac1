CREATE FUNCTION set_agent_of_quote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A change of the job that is under way does not see this quote yet.
  IF NEW.job_id IS DISTINCT FROM OLD.job_id THEN PERFORM FROM jobs j WHERE j.id = NEW.job_id FOR SHARE; END IF;
  NEW.agent_id := (SELECT j.estate_agent_id FROM jobs j WHERE j.id = NEW.job_id AND j.hidden_from_estate_agent = 'no');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION set_agent_of_quotes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE quotes q SET agent_id = NULL WHERE q.job_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "agent_id" uuid;
--> statement-breakpoint
-- Before that of quotes: what is changed between the two has no agent yet.
CREATE TRIGGER agent_of_quotes AFTER UPDATE OF estate_agent_id, hidden_from_estate_agent ON jobs FOR EACH ROW
  WHEN (OLD.estate_agent_id IS DISTINCT FROM NEW.estate_agent_id
    OR OLD.hidden_from_estate_agent IS DISTINCT FROM NEW.hidden_from_estate_agent)
  EXECUTE FUNCTION set_agent_of_quotes();
--> statement-breakpoint
-- Whatever is written as a quote's agent becomes its job's.
CREATE TRIGGER agent_of_quote BEFORE INSERT OR UPDATE OF job_id, agent_id ON quotes
  FOR EACH ROW EXECUTE FUNCTION set_agent_of_quote();
--> statement-breakpoint
UPDATE "quotes" SET "agent_id" = NULL WHERE "id" IN (
  SELECT q.id FROM quotes q JOIN jobs j ON j.id = q.job_id
  WHERE q.agent_id IS NULL AND j.estate_agent_id IS NOT NULL AND j.hidden_from_estate_agent = 'no' LIMIT 1000);
--> statement-breakpoint
CREATE INDEX "quotes_agent_index" ON "quotes" USING btree ("agent_id","created_at","id","status");
