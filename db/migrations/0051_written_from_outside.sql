ALTER TABLE "message_threads" ADD COLUMN "last_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_message_thread(job uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO message_threads (job_id, estate_agent_id, contractor_id, last_id, last_at, last_role, last_outside,
      shared_id, shared_at, shared_role)
    SELECT j.id, CASE WHEN j.hidden_from_estate_agent = 'no' THEN j.estate_agent_id END, j.contractor_id,
      newest.id, newest.created_at, newest.author_role, newest.outside, shared.id, shared.created_at, shared.author_role
    FROM jobs j
    CROSS JOIN LATERAL (SELECT m.id, m.created_at, m.author_role, m.outside FROM messages m
      WHERE m.job_id = j.id ORDER BY m.id DESC LIMIT 1) newest
    LEFT JOIN LATERAL (SELECT m.id, m.created_at, m.author_role FROM messages m
      WHERE m.job_id = j.id AND NOT m.admins_only ORDER BY m.id DESC LIMIT 1) shared ON true
    WHERE j.id = job
    ON CONFLICT (job_id) DO UPDATE SET estate_agent_id = excluded.estate_agent_id,
      contractor_id = excluded.contractor_id, last_id = excluded.last_id, last_at = excluded.last_at,
      last_role = excluded.last_role, last_outside = excluded.last_outside, shared_id = excluded.shared_id,
      shared_at = excluded.shared_at, shared_role = excluded.shared_role
$$;
