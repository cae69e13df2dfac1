-- Words in lower case between spaces, without the apostrophes inside them.
CREATE FUNCTION plain_words(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ' ' || btrim(regexp_replace(replace(replace(lower(written), '''', ''), '’', ''), '[^a-z0-9\u00aa-\uffff]+', ' ', 'g')) || ' '
$$;
--> statement-breakpoint
-- A postcode is found in one word and in two, however it was written.
CREATE FUNCTION words_of_job(property_name text, property_address text, job_ref text, issue_description text, estate_agent_name text, estate_agency text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT plain_words(concat_ws(' ', property_name, property_address, job_ref, issue_description, estate_agent_name, estate_agency,
    (SELECT string_agg(part[1] || part[2] || ' ' || part[1] || ' ' || part[2], ' ')
      FROM regexp_matches(lower(property_address), '\m([a-z]{1,2}[0-9][a-z0-9]?)\s*([0-9][a-z]{2})\M', 'g') AS part)))
$$;
--> statement-breakpoint
CREATE FUNCTION set_words_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := words_of_job(NEW.property_name, NEW.property_address, NEW.job_ref, NEW.issue_description, NEW.estate_agent_name, NEW.estate_agency);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TABLE "job_words" (
	"word" text PRIMARY KEY NOT NULL,
	"jobs" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "job_words_beginning_index" ON "job_words" USING btree ("word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "job_words_end_index" ON "job_words" USING btree (reverse("word") text_pattern_ops);
--> statement-breakpoint
INSERT INTO "settings" ("name", "done") SELECT 'job_words_missing', true WHERE EXISTS (SELECT FROM "jobs");
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "words" text;
--> statement-breakpoint
-- Only of these columns, so that a change of state does not pay for it.
CREATE TRIGGER "jobs_words" BEFORE INSERT OR UPDATE OF property_name, property_address, job_ref, issue_description, estate_agent_name, estate_agency ON "jobs" FOR EACH ROW EXECUTE FUNCTION set_words_of_job();
