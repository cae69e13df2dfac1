DROP INDEX "jobs_status_index";--> statement-breakpoint
CREATE INDEX "jobs_status_index" ON "jobs" USING btree ("status","created_at","id","urgency");