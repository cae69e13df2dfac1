export const SiteHeader = () => (
  <header className="site-header">
    <a className="brand" href="/">
      Fettle
    </a>
  </header>
)

export const SiteFooter = () => (
  <footer className="site-footer">
    <nav aria-label="Legal">
      <ul>
        <li>
          <a href="/privacy-policy">Privacy Policy</a>
        </li>
        <li>
          <a href="/terms-conditions">Terms and Conditions</a>
        </li>
        <li>
          <a href="/cookie-policy">Cookie Policy</a>
        </li>
      </ul>
    </nav>
    <p>Fettle coordinates repairs. Payment is directly between agent and contractor.</p>
  </footer>
)
