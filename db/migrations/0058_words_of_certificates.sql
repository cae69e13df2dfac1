CREATE FUNCTION words_of_certificate(certificate certificates) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT plain_words(concat_ws(' ', certificate.property_name, certificate.property_address, certificate.reference,
    certificate.done_by, certificate.name, certificate.agency))
$$;
--> statement-breakpoint
CREATE FUNCTION learn_words_of_certificate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM learn_words(words_of_certificate(NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "certificates_learnt" AFTER INSERT OR UPDATE OF property_name, property_address, reference, done_by, name, agency ON "certificates" FOR EACH ROW EXECUTE FUNCTION learn_words_of_certificate();
--> statement-breakpoint
-- The trigger learns the words of those that are there already.
UPDATE "certificates" SET name = name WHERE id IN (
  SELECT id FROM certificates WHERE EXISTS (
    SELECT FROM unnest(string_to_array(btrim(words_of_certificate(certificates)), ' ')) AS said
    WHERE said ~ '^[^0-9]{4,}$' AND NOT EXISTS (SELECT FROM job_words WHERE word = said))
  LIMIT 1000);
