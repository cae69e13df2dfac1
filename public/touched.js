// For whoever touches a page: a page that is opened from elsewhere fetches it at the first touch.
import './js/touches.js'

import './js/drafts.js'
