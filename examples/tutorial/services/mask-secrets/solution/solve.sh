#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/mask-secrets/part0.py b/src/mask-secrets/part0.py
--- a/src/mask-secrets/part0.py
+++ b/src/mask-secrets/part0.py
@@ -1,5 +1,21 @@
 context
-old
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
EOF
