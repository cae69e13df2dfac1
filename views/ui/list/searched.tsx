export const Searched = ({ search, instead }: { search?: string; instead?: string }) =>
  instead ? (
    <p className="list-count" role="status">
      {`Nothing matches “${search}”. Showing “${instead}”.`}
    </p>
  ) : null
