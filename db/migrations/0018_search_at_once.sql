-- A number is found in every spacing, with 0 and with 44 before it.
CREATE FUNCTION words_of_tenant(tenant_name text, tenant_phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN tenant_name IS NULL AND tenant_phone IS NULL THEN '' ELSE plain_words(concat_ws(' ', tenant_name, tenant_phone,
    (SELECT '0' || national || ' 44' || national FROM regexp_replace(
      regexp_replace(replace(tenant_phone, '(0)', ''), '[^0-9]+', '', 'g'), '^(0044|44|0)', '') AS national WHERE national <> ''))) END
$$;
--> statement-breakpoint
-- Of letters only, as the others are not mistyped but wrong. In one order, so that two writers cannot wait for each other.
CREATE FUNCTION learn_words(written text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO job_words (word, jobs)
  SELECT DISTINCT said, 0 FROM unnest(string_to_array(btrim(written), ' ')) AS said
  WHERE said ~ '^[^0-9]{4,}$' AND NOT EXISTS (SELECT FROM job_words WHERE word = said)
  ORDER BY said ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION set_words_of_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.tenant_words := words_of_tenant(NEW.tenant_name, NEW.tenant_phone);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION learn_words_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR (OLD.words, OLD.tenant_words) IS DISTINCT FROM (NEW.words, NEW.tenant_words) THEN
    PERFORM learn_words(NEW.words || NEW.tenant_words);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION words_of_person(person users) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT plain_words(concat_ws(' ', person.first_name, person.last_name, person.email, person.username, person.company))
$$;
--> statement-breakpoint
CREATE FUNCTION learn_words_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM learn_words(words_of_person(NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_learnt" AFTER INSERT OR UPDATE OF first_name, last_name, email, username, company ON "users" FOR EACH ROW EXECUTE FUNCTION learn_words_of_person();
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tenant_words" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER "jobs_tenant_words" BEFORE INSERT OR UPDATE OF tenant_name, tenant_phone ON "jobs" FOR EACH ROW EXECUTE FUNCTION set_words_of_tenant();
--> statement-breakpoint
-- Only of columns whose change may bring a word, so that a change of state does not pay for it.
CREATE TRIGGER "jobs_learnt" AFTER INSERT OR UPDATE OF words, tenant_words, property_name, property_address, job_ref, issue_description, estate_agent_name, estate_agency, tenant_name, tenant_phone ON "jobs" FOR EACH ROW EXECUTE FUNCTION learn_words_of_job();
--> statement-breakpoint
-- The trigger learns the words of those who are there already.
UPDATE "users" SET first_name = first_name WHERE id IN (
  SELECT id FROM users WHERE EXISTS (
    SELECT FROM unnest(string_to_array(btrim(words_of_person(users)), ' ')) AS said
    WHERE said ~ '^[^0-9]{4,}$' AND NOT EXISTS (SELECT FROM job_words WHERE word = said))
  LIMIT 5000);
