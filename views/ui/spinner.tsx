/** A turning ring that shows, after 200 ms, while the form or region around it waits for the server. */
export const Spinner = ({ label }: { label?: string }) => (
  <span className="spinner" {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
    {label && <span className="visually-hidden">{label}</span>}
  </span>
)
