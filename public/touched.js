import './js/touches.js'

import './js/drafts.js'
