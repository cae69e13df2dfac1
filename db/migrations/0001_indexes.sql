DROP INDEX "invoices_date_index";--> statement-breakpoint
DROP INDEX "job_visits_contractor_index";--> statement-breakpoint
DROP INDEX "jobs_agent_index";--> statement-breakpoint
DROP INDEX "jobs_contractor_index";--> statement-breakpoint
DROP INDEX "jobs_status_index";--> statement-breakpoint
DROP INDEX "jobs_created_index";--> statement-breakpoint
DROP INDEX "quotes_contractor_index";--> statement-breakpoint
DROP INDEX "quotes_created_index";--> statement-breakpoint
DROP INDEX "quotes_invoicing_index";--> statement-breakpoint
CREATE INDEX "jobs_agent_status_index" ON "jobs" USING btree ("estate_agent_id","status","created_at","id") WHERE "jobs"."hidden_from_estate_agent" = 'no';--> statement-breakpoint
CREATE INDEX "jobs_active_index" ON "jobs" USING btree ("created_at","id") WHERE "jobs"."status" in ('assigned', 'in_progress', 'quote_pending', 'quote_approved');--> statement-breakpoint
CREATE INDEX "jobs_quote_work_index" ON "jobs" USING btree ("created_at","id") WHERE "jobs"."job_type" = 'quote_work';--> statement-breakpoint
CREATE INDEX "quotes_status_index" ON "quotes" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "quotes_visit_index" ON "quotes" USING btree ("visit_id");--> statement-breakpoint
CREATE INDEX "invoices_date_index" ON "invoices" USING btree ("invoice_date","id");--> statement-breakpoint
CREATE INDEX "job_visits_contractor_index" ON "job_visits" USING btree ("contractor_id","visit_date","id");--> statement-breakpoint
CREATE INDEX "jobs_agent_index" ON "jobs" USING btree ("estate_agent_id","created_at","id") WHERE "jobs"."hidden_from_estate_agent" = 'no';--> statement-breakpoint
CREATE INDEX "jobs_contractor_index" ON "jobs" USING btree ("contractor_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_status_index" ON "jobs" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_created_index" ON "jobs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "quotes_contractor_index" ON "quotes" USING btree ("contractor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "quotes_created_index" ON "quotes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "quotes_invoicing_index" ON "quotes" USING btree ("created_at","id") WHERE "quotes"."status" = 'approved' and "quotes"."work_status" = 'completed' and "quotes"."invoicing_status" = 'pending';