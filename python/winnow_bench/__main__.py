import sys

from ._call import main

sys.exit(main())
