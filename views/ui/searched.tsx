/** Said where a search finds nothing, and a word without its typing error does. */
export const Searched = ({ search, instead }: { search?: string; instead?: string }) =>
  instead ? (
    <p className="list-count" role="status">
      {`Nothing matches “${search}”. Showing “${instead}”.`}
    </p>
  ) : null
