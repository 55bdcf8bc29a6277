#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/quota-alerts/part0.py b/src/quota-alerts/part0.py
--- a/src/quota-alerts/part0.py
+++ b/src/quota-alerts/part0.py
@@ -1,2 +1,12 @@
 context
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
diff --git a/src/quota-alerts/part1.py b/src/quota-alerts/part1.py
--- a/src/quota-alerts/part1.py
+++ b/src/quota-alerts/part1.py
@@ -1,3 +1,20 @@
 context
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
EOF
